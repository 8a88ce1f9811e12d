/** Looked for at run time, by `import()` inside a `try`, and not found: also where all has been put into one file. */
export const ABSENT = [
  '@fastify/cors',
  '@fastify/csrf-protection',
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/websockets',
  '@nestjs/websockets/*',
  '@nestjs/platform-express',
  'file-type',
  'pino-pretty',
];
