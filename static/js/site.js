/* What every page does: menus that close, a theme at once, forms that are sent once. */

const root = document.documentElement;

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches?.("details.menu") || !event.target.open) return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== event.target) menu.open = false;
    }
  },
  true,
);

/** Wear a theme now; the form of the button tells the server, which remembers it. */
function wear(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const button of document.querySelectorAll("button[name=theme]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (button?.name === "theme") {
    event.preventDefault();
    const body = new FormData(form, button);
    wear(button.value);
    fetch(form.action, { method: "POST", body, redirect: "manual" });
    return;
  }
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.classList.contains("is-sending")) event.preventDefault();
  form.classList.add("is-sending");
});

// A page that comes back from the history can be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form.is-sending")) {
    form.classList.remove("is-sending");
  }
});

// Nobody looks at a hidden page: let its polls rest.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target.matches?.("[data-poll]")) event.preventDefault();
});
