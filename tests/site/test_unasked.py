"""What browsers and crawlers ask every site for."""

from django.test import Client


def test_crawlers_are_kept_out_of_what_is_personal(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    for path in ("/accounts/", "/admin/", "/charge/", "/me/"):
        assert f"Disallow: {path}\n" in answer.content.decode()


def test_the_old_place_of_the_icon_leads_to_it(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert client.get(answer["Location"])["Content-Type"] == "image/svg+xml"
