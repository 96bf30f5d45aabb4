"""Sentences of our packages that members meet: without a Vietnamese text, or in another tone.

They are named here so that the scan for messages finds them; our catalogues translate them in both
languages, in our words (`docs/glossary.md`).
"""

from django.utils.translation import gettext_noop, ngettext_lazy, pgettext_lazy

ALLAUTH = (
    gettext_noop("Email"),
    gettext_noop("Email address"),
    gettext_noop("Username"),
    gettext_noop("Username or email"),
    gettext_noop("Password"),
    gettext_noop("Password (again)"),
    gettext_noop("Current Password"),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Remember Me"),
    gettext_noop("Forgot your password?"),
    gettext_noop("You must type the same password each time."),
    gettext_noop("This account is currently inactive."),
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("The email address is not assigned to any user account."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Please type your current password."),
    gettext_noop("Incorrect password."),
    gettext_noop("Invalid or expired key."),
    gettext_noop("Invalid login."),
    gettext_noop("The password reset token was invalid."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop("Please select only one."),
    gettext_noop("The new value must be different from the current one."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("Use your password"),
    gettext_noop("Accounts"),
    gettext_noop("user"),
    gettext_noop("email address"),
    gettext_noop("email addresses"),
    gettext_noop("verified"),
    gettext_noop("primary"),
)
LOGIN = pgettext_lazy("field label", "Login")

DJANGO = (
    gettext_noop("Null characters are not allowed."),
    gettext_noop("Enter a complete value."),
    gettext_noop("“%(pk)s” is not a valid value."),
    gettext_noop("Enter a valid JSON."),
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a whole number."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        "min_length",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)
