import type { AttributeMap } from './attribute-types.js';

export type VariableList<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? [Name extends `${infer Bare}:${string}` ? Bare : Name, ...VariableList<Rest>]
  : [];

export type Variables<Template extends string> = VariableList<Template>[number];

/** The values for a set of key variables: each has the type of the attribute with that name. */
export type KeyValues<A extends AttributeMap, Names extends string> = {
  [Name in Names]: Name extends keyof A ? NonNullable<A[Name]['~value']> : string;
};

/** None, the first, the first two … of a list of variables: what DynamoDB can use of a sort key. */
export type LeftPrefix<A extends AttributeMap, List extends readonly string[]> = List extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? { [Name in List[number]]?: never } | (KeyValues<A, First> & LeftPrefix<A, Rest>)
  : unknown;

/** A list of variables without those already known. */
export type Without<List extends readonly string[], Known> = List extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? First extends Known
    ? Without<Rest, Known>
    : [First, ...Without<Rest, Known>]
  : [];

export type Flatten<T> = { [K in keyof T]: T[K] } & {};
