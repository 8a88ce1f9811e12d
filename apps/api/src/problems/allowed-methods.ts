import type { FastifyInstance } from 'fastify';

export class AllowedMethods {
  private readonly routes: { pattern: RegExp; methods: string[] }[] = [];

  /** Must be called before any route is added. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ url, method }) => {
      this.routes.push({ pattern: patternOf(url), methods: [method].flat() });
    });
  }

  of(path: string): string[] {
    const matching = this.routes.filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  }
}

function patternOf(route: string): RegExp {
  const segments = route
    .split('/')
    .map((segment) =>
      segment.startsWith(':')
        ? '[^/]+'
        : segment === '*'
          ? '.*'
          : segment.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    );
  return new RegExp(`^${segments.join('/')}$`);
}
