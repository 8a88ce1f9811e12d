import { Problem } from '../../problems/problem.js';
import { attributeNamed } from '../schema/attribute.js';
import { isObject, type ScimObject } from '../schema/conform.js';
import { attributesOf, type ResourceType } from '../schema/schemas.js';
import { readFilter, type Filter } from './filter.js';

export const DEFAULT_COUNT = 100;
export const MAX_COUNT = 100;

export interface ListQuery {
  filter: Filter | undefined;
  sortBy: string | undefined;
  descending: boolean;
  count: number;
  /** Undefined if the client pages by index, or not at all. */
  cursor: { from: string | undefined } | undefined;
  /** From 1. Undefined if the client does not page by index. */
  startIndex: number | undefined;
  projection: Projection;
}

export interface Projection {
  only: readonly string[] | undefined;
  without: readonly string[];
}

export type QueryString = Readonly<Record<string, string | undefined>>;

/** @throws Problem `invalid_filter`, `invalid_count`, `invalid_value` */
export function readListQuery(query: QueryString, type: ResourceType): ListQuery {
  const { filter, sortBy, sortOrder = 'ascending', cursor, startIndex, count } = query;
  if (sortOrder !== 'ascending' && sortOrder !== 'descending')
    throw new Problem('invalid_value', 'sortOrder must be ascending or descending.');
  if (cursor !== undefined && startIndex !== undefined)
    throw new Problem('invalid_value', 'cursor and startIndex cannot be combined.');
  const wanted = readInteger('count', count) ?? DEFAULT_COUNT;
  if (cursor !== undefined && wanted < 1) throw new Problem('invalid_count', 'count must be 1 or more.');
  return {
    filter: filter === undefined ? undefined : readFilter(filter, type),
    sortBy: sortBy === undefined ? undefined : namedAttribute(sortBy, type),
    descending: sortOrder === 'descending',
    count: Math.min(MAX_COUNT, Math.max(0, wanted)),
    cursor: cursor === undefined ? undefined : { from: cursor === '' ? undefined : cursor },
    // Less than 1 means 1 (RFC 7644, section 3.4.2.4).
    startIndex:
      startIndex === undefined ? undefined : Math.max(1, readInteger('startIndex', startIndex) ?? 1),
    projection: readProjection(query, type),
  };
}

function readInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw new Problem('invalid_count', `${name} must be a whole number.`);
  return Number(text);
}

export function readProjection(
  { attributes, excludedAttributes }: QueryString,
  type: ResourceType,
): Projection {
  const namesIn = (text: string) =>
    text
      .split(',')
      .map((name) => namedAttribute(name.trim(), type))
      .filter((name) => name !== '');
  return {
    only: attributes === undefined ? undefined : namesIn(attributes),
    without: excludedAttributes === undefined ? [] : namesIn(excludedAttributes),
  };
}

/** Without the prefix of the core schema, and in the schema's spelling if it is known. */
function namedAttribute(path: string, type: ResourceType): string {
  const { schema } = type;
  const prefix = `${schema.id}:`;
  const plain = path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : path;
  const [first = '', ...rest] = plain.split('.');
  const known = attributeNamed(attributesOf(type), first);
  return known ? [known.name, ...rest].join('.') : plain;
}

export function shows({ only, without }: Projection, name: string, byDefault: boolean): boolean {
  if (without.includes(name)) return false;
  return only ? only.some((each) => each === name || each.startsWith(`${name}.`)) : byDefault;
}

const ALWAYS = ['schemas', 'id'];

export function project(resource: ScimObject, { only, without }: Projection): ScimObject {
  const kept = only ? pick(resource, [...ALWAYS, ...only]) : resource;
  const unwanted = without.filter((name) => !ALWAYS.includes(name));
  return unwanted.reduce((rest, path) => leaveOut(rest, splitPath(path)), kept);
}

function pick(resource: ScimObject, paths: readonly string[]): ScimObject {
  const wanted = paths.map(splitPath);
  const entries = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const about = wanted.filter(([first = '']) => first.toLowerCase() === key.toLowerCase());
    if (about.length === 0) return [];
    if (about.some((path) => path.length === 1)) return [[key, value]];
    const subs = about.map(([, ...rest]) => rest.join('.'));
    return [[key, eachOf(value, (object) => pick(object, subs))]];
  });
  return Object.fromEntries(entries);
}

function leaveOut(resource: ScimObject, [first = '', ...rest]: string[]): ScimObject {
  const entries = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    if (key.toLowerCase() !== first.toLowerCase()) return [[key, value]];
    return rest.length === 0 ? [] : [[key, eachOf(value, (object) => leaveOut(object, rest))]];
  });
  return Object.fromEntries(entries);
}

function eachOf(value: unknown, act: (object: ScimObject) => ScimObject): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((each) => eachOf(each, act));
  return isObject(value) ? act(value) : value;
}

/** The id of an extension itself contains dots. */
function splitPath(path: string): string[] {
  const colon = path.lastIndexOf(':');
  if (colon === -1) return path.split('.');
  const isExtension = /^urn:.*:\d+\.\d+:[A-Za-z]+$/.test(path);
  return isExtension ? [path] : [path.slice(0, colon), ...path.slice(colon + 1).split('.')];
}
