import { sameJson } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import { conformValue, invalid, isObject, MAX_VALUES, type ScimObject } from '../schema/conform.js';
import { matches, type Filter } from './filter.js';
import type { PatchOperation, Target } from './patch-operations.js';

export function applyPatch(resource: ScimObject, operations: readonly PatchOperation[]): ScimObject {
  return operations.reduce(applyOperation, structuredClone(resource));
}

function applyOperation(resource: ScimObject, operation: PatchOperation): ScimObject {
  const { extension } = operation.target;
  if (extension === undefined) return changed(resource, operation);
  const part = changed(isObject(resource[extension]) ? resource[extension] : {}, operation);
  return withValue(resource, extension, Object.keys(part).length === 0 ? undefined : part);
}

function changed(holder: ScimObject, operation: PatchOperation): ScimObject {
  const { attribute, filter, sub } = operation.target;
  const present = holder[attribute.name];
  if (attribute.multiValued) {
    const list = Array.isArray(present) ? (present as unknown[]) : [];
    const after = filter || sub ? changedSome(list, operation) : changedList(list, operation);
    // Held to while it grows: a request of many operations must not make a list that each one looks through.
    if (after.length > MAX_VALUES) throw invalid(attribute.name, `must have at most ${MAX_VALUES} values`);
    return withValue(holder, attribute.name, after.length === 0 ? undefined : onePrimary(after, list));
  }
  if (filter) {
    const [after, ...more] = changedSome(present === undefined ? [] : [present], operation);
    if (more.length > 0) throw noMatch();
    return withValue(holder, attribute.name, after);
  }
  if (!sub) return withValue(holder, attribute.name, changedSingle(present, operation));
  const object = withSub(isObject(present) ? present : {}, operation);
  return withValue(holder, attribute.name, Object.keys(object).length === 0 ? undefined : object);
}

function withValue(holder: ScimObject, name: string, value: unknown): ScimObject {
  const { [name]: _before, ...rest } = holder;
  return value === undefined ? rest : { ...rest, [name]: value };
}

function changedSingle(present: unknown, { op, target, value }: PatchOperation): unknown {
  if (op === 'remove') return undefined;
  const given = conformValue(value, target.attribute, target.attribute.name);
  // Only the given parts of a complex value change.
  return isObject(present) && isObject(given) ? { ...present, ...given } : given;
}

function changedList(present: unknown[], { op, target, value }: PatchOperation): unknown[] {
  const { attribute } = target;
  const given = (conformValue(value, attribute, attribute.name) as unknown[] | undefined) ?? [];
  if (op === 'replace') return given;
  if (op === 'add')
    return [...present, ...given.filter((each) => !present.some((other) => sameJson(each, other)))];
  // Microsoft names what to remove as a value next to the path.
  if (value === undefined || value === null) return [];
  return present.filter((each) => !given.some((gone) => hasAll(each, gone)));
}

function hasAll(value: unknown, part: unknown): boolean {
  if (!isObject(value) || !isObject(part)) return sameJson(value, part);
  return Object.entries(part).every(([key, each]) => sameJson(value[key], each));
}

function changedSome(present: unknown[], operation: PatchOperation): unknown[] {
  const { op, target } = operation;
  const isMeant = (each: unknown) => target.filter === undefined || matches(each, target.filter);
  if (!present.some(isMeant)) return op === 'remove' ? present : [...present, madeFor(operation)];
  return present.flatMap((each) => {
    if (!isMeant(each)) return [each];
    if (op === 'remove' && !target.sub) return [];
    const after = target.sub
      ? withSub(isObject(each) ? each : {}, operation)
      : replaced(each, target, operation.value);
    return Object.keys(after).length === 0 ? [] : [after];
  });
}

function withSub(object: ScimObject, { op, target, value }: PatchOperation): ScimObject {
  const { attribute, sub } = target;
  if (!sub) return object;
  const given = op === 'remove' ? undefined : conformValue(value, sub, `${attribute.name}.${sub.name}`);
  return withValue(object, sub.name, given);
}

function replaced(present: unknown, { attribute }: Target, value: unknown): ScimObject {
  const given = conformValue(value, { ...attribute, multiValued: false }, attribute.name);
  return { ...(isObject(present) ? present : {}), ...(isObject(given) ? given : {}) };
}

/**
 * The value described by a filter of equalities, if it does not exist: identity providers set the work address this way,
 * whether there is one or not.
 * @throws Problem `no_target` for any other filter
 */
function madeFor(operation: PatchOperation): ScimObject {
  const { filter, sub } = operation.target;
  const described = filter ? describedBy(filter) : {};
  if (!described) throw noMatch();
  return sub ? withSub(described, operation) : replaced(described, operation.target, operation.value);
}

function noMatch(): Problem {
  return new Problem('no_target', 'No value matches the filter of the path.');
}

function describedBy(filter: Filter): ScimObject | undefined {
  if (filter.op === 'eq') return { [filter.attrPath]: filter.compValue };
  if (filter.op !== 'and') return undefined;
  return filter.filters.reduce<ScimObject | undefined>((all, each) => {
    const one = describedBy(each);
    return all && one ? { ...all, ...one } : undefined;
  }, {});
}

/** At most one value is the primary one: the one that is set, wherever it is in the list (RFC 7644, section 3.5.2). */
function onePrimary(list: unknown[], before: readonly unknown[]): unknown[] {
  const isPrimary = (each: unknown): each is ScimObject => isObject(each) && each['primary'] === true;
  const set = list.findLastIndex((each) => isPrimary(each) && !before.includes(each));
  const chosen = set === -1 ? list.findLastIndex(isPrimary) : set;
  return list.map((each, index) =>
    isPrimary(each) && index !== chosen ? { ...each, primary: false } : each,
  );
}
