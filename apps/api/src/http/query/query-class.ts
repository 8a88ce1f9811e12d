/**
 * A class of parameters to which a mixin adds some. The mapped types of NestJS join classes too, but load class-validator and
 * class-transformer a second time in a linked program, and find no rules there.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- what TypeScript asks of the base of a mixin
export type QueryClass = abstract new (...args: any[]) => object;
