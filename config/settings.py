"""Settings. Everything that differs between machines comes from the environment."""

from __future__ import annotations

from pathlib import Path

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import database, limits, logs
from config.environment import data_dir, key_problem

django_stubs_ext.monkeypatch()  # generic Django classes can be subscripted at run time

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = data_dir()
env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
DECK_KEY = env.str("DECK_KEY", default="")  # 32 bytes in base64: seals the seed of every hand
if not SECRET_KEY or not DECK_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY and DECK_KEY are not set: start the site once with `make run`, "
        "which writes them into DATA/env, or put them into the environment."
    )
if problem := key_problem(DECK_KEY):
    raise ImproperlyConfigured(problem)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin.apps.SimpleAdminConfig",  # the staff's pages come with the URLs
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "config.apps.LogInsConfig",
    "django_celery_beat",
    "config",
    "accounts",
    "wallet",
    "tables",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.PrivateMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "wallet.middleware.VisitMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.site",
            ],
        },
    },
]

# Two roles: the site runs as `app`, which may only read the ledger and call its functions;
# migrations run as `owner`: a process that changes tables is `owner` on its default alias.
_app = database.parse("DATABASE_URL", env.str("DATABASE_URL", default="postgresql://app@/madang"))
_pool = {"min_size": 1, "max_size": env.int("DB_POOL_MAX", default=24), "timeout": 10}
DATABASES = {"default": database.pooled(_app, _pool)}
if _owner := env.str("OWNER_DATABASE_URL", default=""):
    DATABASES["owner"] = database.parse("OWNER_DATABASE_URL", _owner)
if env.bool("AS_OWNER", default=False):
    DATABASES["default"] = database.parse("OWNER_DATABASE_URL", env.str("OWNER_DATABASE_URL"))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="redis://localhost:6379/0")
REDIS_PREFIX = env.str("REDIS_PREFIX", default="madang")  # several sites may share a Redis
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX},
    }
}

AUTH_USER_MODEL = "accounts.Member"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SESSION_ENGINE = "accounts.session_store"
# A browser sends a cookie to every port of its host: two sites on one host name theirs apart.
_site = limits.cookie_suffix()
SESSION_COOKIE_NAME = f"sessionid{_site}"
CSRF_COOKIE_NAME = f"csrftoken{_site}"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "accounts.models.USERNAME_VALIDATORS"
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Madang: "
ACCOUNT_EMAIL_VERIFICATION = (
    "mandatory" if env.bool("SIGN_UP_NEEDS_EMAIL", default=False) else "none"
)
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_RATE_LIMITS = {
    "signup": env.str("SIGN_UP_RATE", default="60/m/ip"),
    "login_failed": None,  # would lock a username for its owner too; the limits below do not
}
AXES_HANDLER = "accounts.lockout.Handler"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # what is refused counts against nobody
AXES_FAILURE_LIMIT = limits.count("LOGIN_LIMIT", 10)
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
LOGIN_LIMIT_ADDRESS = limits.count("LOGIN_LIMIT_ADDRESS", 100)
LOGIN_LIMIT_USERNAME = limits.count("LOGIN_LIMIT_USERNAME", 200)
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
AXES_CLIENT_IP_CALLABLE = "accounts.lockout.client_ip"
AXES_USERNAME_CALLABLE = "accounts.lockout.username"
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True

LANGUAGE_CODE = "en"
LANGUAGES = [("ko", "한국어"), ("vi", "Tiếng Việt"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Seoul"  # a member's "day"; the database keeps UTC

STATIC_URL = "/static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=str(DATA / "static"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.HashedStorage"},
}

if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "config.mail.FileBackend"
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Madang <madang@localhost>")

CELERY_BROKER_URL = database.broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # a killed worker's task is run again
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

LOGGING = logs.configure(
    level=env.str("LOG_LEVEL", default="INFO").upper(), json=env.bool("LOG_JSON", default=False)
)

# How long things take at the tables. 0 means at once, and no time bank.
TURN_S = limits.seconds("TURN_S", 20)
TIME_BANK_S = limits.seconds("TIME_BANK_S", 30)
CHOICE_S = limits.seconds("CHOICE_S", 15)
OFFER_S = limits.seconds("OFFER_S", 45)
SHOW_S = limits.seconds("SHOW_S", 6)
RATHOLE_S = limits.seconds("RATHOLE_S", 3600)
HAND_GAP_MS = limits.delay("HAND_GAP_MS", "3000")
BOT_DELAY_MS = limits.delay("BOT_DELAY_MS", "800-2500")
CLOCK_GRACE_MS = limits.delay("CLOCK_GRACE_MS", "500")
SEAT_GRACE_S = limits.delay("SEAT_GRACE_S", "60")
SIT_OUT_REMOVE_S = limits.delay("SIT_OUT_REMOVE_S", "600")
# An unfinished round at a house table waits so long after its last decision.
ROUND_S = limits.seconds("ROUND_S", 600)
POLL_S = limits.period("POLL_S", "5")
SHARE_DAYS = limits.count("SHARE_DAYS", 30)
CHAT_PER_MINUTE = limits.count("CHAT_PER_MINUTE", 12)
CHAT_REPORTS_PER_DAY = limits.count("CHAT_REPORTS_PER_DAY", 20)
CHAT_KEEP_DAYS = limits.count("CHAT_KEEP_DAYS", 30)

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CSRF_COOKIE_SAMESITE = "Lax"

# Behind a proxy that speaks TLS and sets X-Forwarded-Proto and X-Forwarded-For.
TLS = env.bool("TLS", default=False)
if TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 31_536_000
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True

UNFOLD = {
    "SITE_TITLE": "Madang",
    "SITE_HEADER": "Madang",
    "DASHBOARD_CALLBACK": "wallet.dashboard.callback",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": "/static/img/favicon.svg"}],
}
