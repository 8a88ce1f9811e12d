import { rawCondition, type Condition } from '../expressions/condition.js';
import { SingleTableError } from '../wire/errors.js';
import { keyOfItem, parseKey, type EntityModel } from '../model/model.js';
import type { TenantScope } from '../connection/tenant-scope.js';
import { refuseQuery } from '../reads/query-plan.js';

type Values = Readonly<Record<string, unknown>>;

export function tenantScope(attribute: string, value: string): TenantScope {
  const fill = (model: EntityModel, values: Values) => {
    const given = values[attribute];
    if (!Object.hasOwn(model.attributes, attribute) || (given !== undefined && given !== value)) {
      throw new SingleTableError('WrongTenant', `${model.name} is outside the tenant of this table.`, {
        entity: model.name,
      });
    }
    return { ...values, [attribute]: value };
  };
  /** If the key alone does not contain the tenant: no item, or one of this tenant, which an update or check needs. */
  const guard = (model: EntityModel): Condition | undefined => {
    const isFolded = model.key.templates.some((template) => template?.folded.includes(attribute));
    if (model.key.variables.includes(attribute) && !isFolded) return undefined;
    return rawCondition((scope) => {
      const absent = `attribute_not_exists(${scope.name(model.key.names[0])})`;
      return `${absent} OR ${scope.name(attribute)} = ${scope.value({ S: value })}`;
    });
  };
  return {
    attribute,
    value,
    fill,
    scope(model, values, options) {
      const { set } = (options ?? {}) as { set?: Values };
      // Changing the tenant itself would move the item out of it.
      if (set?.[attribute] !== undefined) fill(model, set);
      return [model, fill(model, values), { ...options, guard: guard(model) } as typeof options];
    },
    isForeign(model, wire, onForeignItem) {
      const found = wire[attribute];
      const isOwn = model.attributes[attribute]?.settings.keyOnly
        ? parseKey(model.key, keyOfItem(model.key, wire))?.[attribute] === value
        : found && 'S' in found && found.S === value;
      if (isOwn) return false;
      const key = keyOfItem(model.key, wire);
      onForeignItem?.({ entity: model.name, key, tenant: value });
      return true;
    },
    check({ keys: { index, included }, models }) {
      if (!included || included.includes(attribute)) return;
      const lacks = models.find(({ key, indexes }) =>
        [key, indexes.get(index as string)].every((keys) => !keys?.variables.includes(attribute)),
      );
      if (lacks) refuseQuery(`${index} holds no ${attribute} of ${lacks.name}, so a tenant cannot read it.`);
    },
  };
}
