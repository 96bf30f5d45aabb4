// Buttons that copy the link beside them, where the browser lets a page do that.

export function bindCopying() {
  if (!navigator.clipboard) return;
  for (const found of document.querySelectorAll("[data-copy]")) {
    const button = /** @type {HTMLButtonElement} */ (found);
    const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy));
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.done;
    });
  }
}
