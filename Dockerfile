# The site and the proxy that serves it, in one image: docker build --build-arg BASE_URL=https://gamedata.example.org .
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json compile.mjs ./
RUN npm ci --ignore-scripts
COPY build build
COPY proxy proxy
COPY gamedata gamedata
ARG BASE_URL
ARG ASSETS_URL
ARG GAMEDATA_VERSION
RUN npm run -s gamedata -- build && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
# Owned by root, run by another: nothing of it can be changed from inside.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/.compiled .compiled
COPY --from=build /app/dist dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".compiled/gamedata.js", "serve"]
