import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import {
  getMetadataStorage,
  IsDate,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import { createdAt, defineEntity, defineTable, type Item, type PutItem } from '@rollbook/single-table';
import { fromClass } from '@rollbook/single-table/class-validator';
import { fromSchemas, type StandardSchema } from '@rollbook/single-table/standard-schema';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A schema as zod and others make them. */
const schema = <Output, Input = Output>(
  convert: (value: unknown) => Output | Error,
): StandardSchema<Input, Output> => ({
  '~standard': {
    version: 1,
    vendor: 'test',
    validate(value) {
      const output = convert(value);
      return output instanceof Error
        ? { issues: [{ message: output.message, path: ['city'] }] }
        : { value: output };
    },
  },
});
const text = schema<string>((value) => (typeof value === 'string' ? value : new Error('a text is needed')));
const lower = schema<string>((value) =>
  typeof value === 'string' ? value.toLowerCase() : new Error('a text is needed'),
);
const note = schema<string | undefined>((value) =>
  value === undefined || typeof value === 'string' ? value : new Error('a text is needed'),
);
const visits = schema<number, number | undefined>((value = 0) =>
  Number.isInteger(value) ? (value as number) : new Error('whole'),
);
interface Address {
  city: string;
}
const address = schema<Address>((value) => {
  const { city } = (value ?? {}) as Partial<Address>;
  return typeof city === 'string' ? { city } : new Error('a text is needed');
});

class Place {
  @IsString()
  street!: string;
}
class Visit {
  @IsEmail()
  email!: string;
  @IsInt()
  @Min(1)
  guests!: number;
  @IsDate()
  at!: Date;
  @IsOptional()
  @IsString()
  remark?: string;
  @ValidateNested()
  @Type(() => Place)
  place!: Place;
}

const table = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const user = defineEntity(table, {
  name: 'user',
  key: { PK: 'user:{email}', SK: 'user' },
  attributes: { ...fromSchemas({ email: lower, name: text, note, visits, address }), createdAt: createdAt() },
});
const visit = defineEntity(table, {
  name: 'visit',
  key: { PK: 'visit:{email}', SK: '{at:date}' },
  attributes: fromClass(Visit, { getMetadataStorage, validateSync, plainToInstance }),
});

let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(table);
});
afterAll(() => store.close());

describe('an entity whose attributes are Standard Schemas', () => {
  const given = { email: 'a@b.org', name: 'Ada', address: { city: 'Bern' } };

  test('has the types of its schemas', () => {
    const is: [
      Same<Item<typeof user>['visits'], number>,
      Same<PutItem<typeof user>['visits'], number | undefined>,
      Same<Item<typeof user>['note'], string | undefined>,
      Same<Item<typeof user>['address'], Address>,
    ] = [true, true, true, true];
    expect(is).toEqual([true, true, true, true]);
  });

  test('stores what is valid, with the default of a schema that has one', async () => {
    const stored = await store.table.put(user, given);
    expect(stored).toEqual({ ...given, visits: 0, createdAt: stored.createdAt });
    expect(await store.table.get(user, { email: 'a@b.org' })).toEqual(stored);
  });

  test.each<[string, object, string]>([
    ['what is invalid', { name: 7 as never }, 'name is not valid: city: a text is needed.'],
    [
      'what is invalid within',
      { address: { city: 1 as never } },
      'address is not valid: city: a text is needed.',
    ],
    [
      'what the schema would change',
      { email: 'A@B.C' },
      'email is not valid: it must be given as its schema returns it.',
    ],
    [
      'what the schema would leave out',
      { address: { city: 'Bern', zip: '3000' } as Address },
      'address is not valid: it must be given as its schema returns it.',
    ],
  ])('refuses %s', async (_, wrong, message) => {
    await expect(store.table.put(user, { ...given, ...wrong })).rejects.toThrow(message);
    await failureOf('InvalidAttribute', store.table.upsert(user, { ...given, ...wrong }));
  });

  test('validates what an update sets, and refuses to change a part that the schema would not see', async () => {
    await store.table.put(user, given);
    const key = { email: 'a@b.org' };
    await failureOf('InvalidAttribute', store.table.update(user, key, { set: { name: 7 as never } }));
    await failureOf('InvalidRequest', store.table.update(user, key, { set: { 'address.city': 'Basel' } }));
    await failureOf('InvalidRequest', store.table.update(user, key, { add: { visits: 1 } }));
    const changed = await store.table.update(user, key, {
      set: { address: { city: 'Basel' } },
      condition: (is) => is.eq('address.city', 'Bern'),
    });
    expect(changed.address).toEqual({ city: 'Basel' });
    expect((await store.table.update(user, key, { set: { note: 'x' } })).note).toBe('x');
    expect((await store.table.update(user, key, { remove: ['note'] })).note).toBeUndefined();
  });

  test('must be synchronous', async () => {
    const later: StandardSchema<string> = {
      '~standard': { version: 1, vendor: 'test', validate: (value) => Promise.resolve({ value }) },
    };
    await failureOf('InvalidDefinition', () => fromSchemas({ later }));
  });
});

describe('an entity whose attributes are those of a class', () => {
  const at = new Date('2026-01-02T03:04:05.000Z');
  const given = { email: 'a@b.org', guests: 2, at, place: { street: 'Gasse' } };

  test('has the types of its properties', () => {
    const is: Same<
      Item<typeof visit>,
      { email: string; guests: number; at: Date; remark?: string; place: Place }
    > = true;
    expect(is).toBe(true);
  });

  test('stores what is valid, dates as dates', async () => {
    expect(await store.table.put(visit, given)).toEqual(given);
    expect((await store.table.query(visit, { email: 'a@b.org' }, { atLeast: { at } })).items).toEqual([
      given,
    ]);
  });

  test.each<[string, object, string]>([
    ['email', { email: 'nobody' }, 'email is not valid: email must be an email.'],
    ['guests', { guests: 0 }, 'guests is not valid: guests must not be less than 1.'],
    ['place', { place: { street: 1 as never } }, 'place is not valid: street must be a string.'],
  ])('refuses an invalid %s', async (_, wrong, message) => {
    await expect(store.table.put(visit, { ...given, ...wrong })).rejects.toThrow(message);
  });

  test('needs what is not optional, and a class with decorators', async () => {
    const { guests: _, ...incomplete } = given;
    await failureOf('MissingAttribute', store.table.put(visit, incomplete as typeof given));
    class Bare {
      id = '';
    }
    await failureOf('InvalidDefinition', () => fromClass(Bare, { getMetadataStorage, validateSync }));
  });
});
