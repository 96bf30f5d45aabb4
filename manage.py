#!/usr/bin/env python
"""Entry point of every command of the site."""

import os
import sys

# Those that start the services and write DATA/env, those that do so when nobody else has, those
# that change the tables themselves.
STARTERS = {"up", "services"}
STANDALONE = {"admin"}
# Those that need no site at all: a fresh clone has no keys, and they seal nothing.
SITELESS = {"replay", "vectors", "edges"}
OWNERS = {"migrate", "sqlmigrate", "showmigrations"}


def main() -> None:
    """Run the command; what is wrong with the environment is one line on stderr, exit 1."""
    from config.environment import EnvironmentProblem, InUse, load, new_secrets, prepare

    command = sys.argv[1] if len(sys.argv) > 1 else ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if command in OWNERS:
        os.environ["AS_OWNER"] = "1"
    try:
        if command in STARTERS | STANDALONE:
            try:
                prepare()
            except InUse:
                if command in STARTERS:
                    raise
        load()
        if command in SITELESS:
            for name, value in new_secrets().items():
                os.environ.setdefault(name, value)
        run()
    except EnvironmentProblem as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit("Stopped.")


def run() -> None:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from config.embedded import ServiceError

    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, ServiceError) as problem:
        sys.exit(str(problem))
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) is not None:
            raise
        sys.exit(f"The database cannot be reached (does the site run?): {error}")


if __name__ == "__main__":
    main()
