import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_RULE } from '../caller/allow.decorator.js';

const METHOD_METADATA = 'method';

/** Deny by default, from the start: the application does not start if a route declares no access. */
@Injectable()
export class DeclaredRoutes implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ metatype, name }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, () => unknown>;
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((method) => this.isUndeclaredRoute(prototype[method], metatype))
        .map((method) => `${name}.${method}`);
    });
    if (undeclared.length > 0)
      throw new Error(`Every route must say who may use it (@Allow or @Public): ${undeclared.join(', ')}.`);
  }

  private isUndeclaredRoute(handler: (() => unknown) | undefined, controller: object): boolean {
    if (!handler) return false;
    const method = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
    if (method === undefined) return false;
    return (
      this.reflector.getAllAndOverride<unknown>(ACCESS_RULE, [handler, controller as () => unknown]) ===
      undefined
    );
  }
}
