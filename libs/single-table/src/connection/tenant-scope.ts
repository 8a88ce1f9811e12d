import type { Condition } from '../expressions/condition.js';
import type { CompiledKeys, EntityModel } from '../model/model.js';
import type { WireItem } from '../wire/wire.js';

type Values = Readonly<Record<string, unknown>>;

export interface ForeignItem {
  entity: string;
  key: Readonly<Record<string, string>>;
  tenant: string;
}

export interface TenantScope {
  /** The attribute that names the tenant on every item. */
  readonly attribute: string;
  readonly value: string;
  /** Fills the tenant into key values, items and changes. Refuses entities without the attribute, and other values. */
  fill(model: EntityModel, values: Values): Values;
  /** A write within the tenant: its values filled in, and guarded if the key alone does not contain the tenant. */
  scope<Options extends { guard?: Condition | undefined }>(
    model: EntityModel,
    values: Values,
    options: Options | undefined,
  ): [EntityModel, Values, Options | undefined];
  /** True for an item of another tenant, or of none, which is reported. */
  isForeign(model: EntityModel, wire: WireItem, onForeignItem?: (found: ForeignItem) => void): boolean;
  /** Refuses to read an index that holds no tenant: of such an item nothing says whose it is. */
  check(plan: { keys: CompiledKeys; models: readonly EntityModel[] }): void;
}
