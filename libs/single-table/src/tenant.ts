import type { Condition } from './condition.js';
import { rawCondition } from './condition.js';
import { SingleTableError } from './errors.js';
import type { EntityModel } from './model.js';
import type { WireItem } from './wire.js';

/** The tenant a table is bound to: the attribute that names it on every item, and its value. */
export interface Tenant {
  attribute: string;
  value: string;
}

/** An item of another tenant that a read came across and treated as absent. */
export interface ForeignItem {
  entity: string;
  key: Readonly<Record<string, string>>;
  tenant: string;
}

/** What a cursor of this tenant's queries is bound to. */
export function tenantBinding(tenant: Tenant | undefined): string | undefined {
  return tenant && `${tenant.attribute}=${tenant.value}`;
}

/** Puts the tenant into key values, items and changes. Refuses entities without the attribute, and other values. */
export function withTenant(
  tenant: Tenant | undefined,
  model: EntityModel,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!tenant) return values;
  const given = values[tenant.attribute];
  if (!Object.hasOwn(model.attributes, tenant.attribute) || (given !== undefined && given !== tenant.value)) {
    throw new SingleTableError('WrongTenant', `${model.name} is outside of the tenant of this table.`, {
      entity: model.name,
    });
  }
  return { ...values, [tenant.attribute]: tenant.value };
}

/** True when an entity's primary key holds the tenant, so that no key of another tenant can be built. */
function keyHoldsTenant(tenant: Tenant, model: EntityModel): boolean {
  return model.keyVariables.has(tenant.attribute);
}

/**
 * What a write must find when the key alone does not hold the tenant: no item, or one of this tenant. A condition that
 * needs the item anyway (update, check) is met by the second only.
 */
export function tenantGuard(tenant: Tenant | undefined, model: EntityModel): Condition | undefined {
  if (!tenant || keyHoldsTenant(tenant, model)) return undefined;
  return rawCondition((scope) => {
    const absent = `attribute_not_exists(${scope.name(model.key.attributes.partitionKey)})`;
    return `${absent} OR ${scope.name(tenant.attribute)} = ${scope.value({ S: tenant.value })}`;
  });
}

/** True for an item that carries another tenant, or none. */
export function isForeign(tenant: Tenant | undefined, wire: WireItem): boolean {
  if (!tenant) return false;
  const value = wire[tenant.attribute];
  return !(value && 'S' in value && value.S === tenant.value);
}
