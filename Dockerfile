# Builds with everything, runs with what production needs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
# npm takes the compiler along because packages name it as an optional peer. Nothing that runs requires it (24 MB).
RUN rm -r node_modules/typescript node_modules/.bin/tsc node_modules/.bin/tsserver

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# glibc otherwise keeps freed memory for every thread. The measured memory (docs/decisions/0060) was measured with this.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json server.js ./
COPY drizzle drizzle
COPY scripts/backup.mjs scripts/backup-format.mjs scripts/restore.mjs scripts/move-files.mjs scripts/
COPY app/server/*-store.server.js app/server/s3-*.server.js app/server/
RUN install -d -m 0700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/@react-router/serve/bin.js", "./server.js"]
