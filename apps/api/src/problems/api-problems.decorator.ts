import type { ProblemCode } from './catalogue.js';

const MAY_FAIL = 'rollbook:may-fail';

/** Declares the problems that belong to a route alone; what every route can answer is added by the document itself. */
export function ApiProblems(...codes: readonly ProblemCode[]): MethodDecorator {
  return (_target, _name, descriptor) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(MAY_FAIL, [...declaredProblems(handler), ...codes], handler);
  };
}

export function declaredProblems(handler: object): readonly ProblemCode[] {
  return (Reflect.getMetadata(MAY_FAIL, handler) as readonly ProblemCode[] | undefined) ?? [];
}
