# Builds with all dependencies, and runs with production dependencies only. The base image is pinned by digest:
# docs/operations/deploy.md describes how to update it.
ARG NODE_IMAGE=node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && find build -name '*.map' -delete

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# npm installs the compiler because packages name it as an optional peer. The product needs neither it (27 MB), nor
# the source maps of packages (16 MB), nor the database driver for another C library (10 MB).
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force \
	&& rm -rf node_modules/typescript node_modules/@typescript node_modules/.bin/tsc node_modules/@libsql/*-musl \
	&& find node_modules -name '*.map' -delete

# A checkout made under a strict umask is readable by its owner only, but the container runs as another user.
FROM ${NODE_IMAGE} AS product
WORKDIR /app
COPY --from=build /app/build build
COPY package.json server.js LICENSE ./
COPY drizzle drizzle
COPY scripts/admin.mjs scripts/backup.mjs scripts/backup-format.mjs scripts/copy-database.mjs scripts/restore.mjs scripts/move-files.mjs scripts/
COPY app/server/files/*.server.js app/server/files/
COPY app/server/ops/secret-files.server.js app/server/ops/
RUN chmod -R go+rX .

FROM ${NODE_IMAGE}
ARG VERSION=1.0.0
ARG REVISION=unknown
ARG SOURCE=""
LABEL org.opencontainers.image.title="MCXI" \
	org.opencontainers.image.description="A marketplace for the 1,151 cells of one advertising grid" \
	org.opencontainers.image.version="${VERSION}" \
	org.opencontainers.image.revision="${REVISION}" \
	org.opencontainers.image.source="${SOURCE}" \
	org.opencontainers.image.licenses="LicenseRef-Proprietary"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data REVISION=${REVISION}
# glibc otherwise keeps freed memory for every thread. The measured memory (docs/decisions/0060) was measured with this.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=product /app ./
RUN install -d -m 0700 -o node -g node /data \
	&& printf '#!/bin/sh\nexec node --no-warnings /app/scripts/admin.mjs "$@"\n' > /usr/local/bin/mcxi-admin \
	&& chmod 755 /usr/local/bin/mcxi-admin
USER node
VOLUME /data
EXPOSE 3000
# Builders that write images in the OCI format ignore this: see docs/operations/deploy.md.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node would otherwise let garbage grow with the memory of the machine: 350 MB instead of 230 MB under load.
CMD ["node", "--no-warnings", "--max-old-space-size=1536", "server.js"]
