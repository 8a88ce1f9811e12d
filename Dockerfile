# One image for the API and for the stream processor: which of them runs is the command.
# The version of Node is that of .node-version. The image has no digest yet: none could be looked up where this was written, and
# Renovate adds it (renovate.json).
#   docker build -t rollbook . && docker run rollbook dist/programs/stream-processor.js
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs/client/package.json libs/client/
COPY libs/events/package.json libs/events/
COPY libs/guard/package.json libs/guard/
COPY libs/react/package.json libs/react/
COPY libs/single-table/package.json libs/single-table/
COPY libs/subscriber/package.json libs/subscriber/
COPY libs/testing/package.json libs/testing/
RUN npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.base.json tsconfig.build.json ./
COPY apps apps
COPY libs libs
COPY tools tools
RUN npm run build

FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs/client/package.json libs/client/
COPY libs/events/package.json libs/events/
COPY libs/guard/package.json libs/guard/
COPY libs/react/package.json libs/react/
COPY libs/single-table/package.json libs/single-table/
COPY libs/subscriber/package.json libs/subscriber/
COPY libs/testing/package.json libs/testing/
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:24.21.0-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json ./
COPY libs/single-table/package.json libs/single-table/
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/libs/single-table/dist libs/single-table/dist
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/programs/api.js"]
