"""The staff's pages work under the site's Content-Security-Policy."""

import pytest

from accounts.models import Member


@pytest.mark.django_db(transaction=True)
def test_the_admin_runs_its_scripts_and_no_other_page_may_build_functions(visit):
    Member.objects.create_superuser("keeper", "", "seat by the window")
    staff = visit()
    answer = staff.page.goto("/admin/")
    assert "'unsafe-eval'" in answer.headers["content-security-policy"]
    staff.page.fill("[name=username]", "keeper")
    staff.page.fill("[name=password]", "seat by the window")
    staff.page.locator("[type=submit]").click()
    staff.page.wait_for_url("**/admin/")
    staff.page.goto("/admin/accounts/member/")
    assert staff.page.locator("#result_list").count() == 1
    answer = staff.page.goto("/accounts/signup/")
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
