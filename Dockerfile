# One image for every process: `manage.py up` runs them all on embedded services,
# compose.yaml runs each in a container of its own.
FROM python:3.13-slim-trixie

RUN useradd --create-home --uid 1000 madang \
    && install -d -o madang -m 0700 /data && install -d -o madang /app/static-hashed
WORKDIR /app
COPY pyproject.toml constraints.txt ./
COPY config/install.py config/
RUN PIP_NO_CACHE_DIR=1 python config/install.py .venv
COPY . .
RUN .venv/bin/python -m config.messages
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 \
    DATA=/data STATIC_ROOT=/app/static-hashed HOST=0.0.0.0
USER madang
# Keys of this step only: nothing is signed or sealed while files are collected.
RUN SECRET_KEY=build DECK_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= \
    python manage.py collectstatic --noinput -v0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen(u.Request('http://127.0.0.1:8000/healthz', headers={'Host': 'localhost'}))"]
CMD ["python", "manage.py", "up"]
