import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { sameBothWays } from '../../../../../../test/support/validated-both-ways.js';
import { rulesOf } from './dto-rules.js';

class Part {
  @IsString()
  @MaxLength(5)
  name!: string;
}

class Whole {
  @IsInt()
  @Transform(({ value }) => (value === 'seven' ? 7 : (value as unknown)))
  size = 1;

  @ValidateNested()
  @Type(() => Part)
  part!: Part;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => Part)
  parts?: Part[];

  @IsOptional()
  @IsString({ each: true })
  words?: string[];

  @ValidateIf(({ size }: Whole) => size > 1)
  @IsString()
  note?: unknown;
}

class Heir extends Whole {
  @IsString()
  @MaxLength(3)
  own!: string;

  @IsString()
  override note!: string;
}

const part = { name: 'a' };
const quick = 'taken without class-validator';

test.each([
  ['the least there may be', { part }, quick],
  ['everything', { words: ['a', 'b'], parts: [part, part], part, size: 'seven', note: 'b' }, quick],
  ['undefined and null where they may be', { part, words: null, parts: undefined }, quick],
  ['anything where a condition does not hold', { part, note: { deep: [1, { a: null }] } }, quick],
  ['a condition that holds', { part, size: 2, note: 3 }, 'refused'],
  ['a value that breaks a rule', { part: { name: 'too long' } }, 'refused'],
  ['an item that breaks a rule', { part, words: ['a', 1] }, 'refused'],
  ['an item in place of a list', { part, words: 'a' }, quick],
  ['a part of a list that breaks a rule', { part, parts: [part, { name: 1 }] }, 'refused'],
  ['a list that is too short', { part, parts: [] }, 'refused'],
  ['no part', {}, quick],
  ['null in place of a part', { part: null }, 'refused'],
  ['a text in place of a part', { part: 'a' }, 'refused'],
  ['parts in place of a part', { part: [part] }, 'taken'],
  ['lists of parts in a list', { part, parts: [[part]] }, 'taken'],
  ['a property that is not known', { part, more: 1 }, 'refused'],
  ['a property of a part that is not known', { part: { ...part, more: 1 } }, 'refused'],
  ['a key that every object has', { part, note: { toString: 1 } }, 'taken'],
  ['a key that Nest takes away', { part, prototype: 1, note: { constructor: 1, a: 2 } }, 'taken'],
  ['__proto__', JSON.parse('{"part":{"name":"a"},"note":{"__proto__":{"b":1}}}'), 'taken'],

  ['a list with a gap', { part, words: ['a', , 'b'] }, 'taken'],
  ['an instance of another class', { part, note: new Date(0) }, 'taken'],
  ['a list', [{ part }], 'refused'],
  ['nothing', undefined, 'taken'],
])('%s: as class-validator has it', async (_title, value: unknown, outcome) => {
  expect(await sameBothWays(Whole, 'body', value)).toBe(outcome);
});

test.each([
  [{ own: 'a', part, note: 'b' }, quick],
  [{ own: 'abcd', part, note: 'b' }, 'refused'],
  // The condition is inherited, the rule is the heir's.
  [{ own: 'a', part, size: 2, note: 3 }, 'refused'],
])('a class that extends another has the rules of both: %j', async (value, outcome) => {
  expect(await sameBothWays(Heir, 'body', value)).toBe(outcome);
});

/** Each says one thing that is left to class-validator and class-transformer. */
const others: Record<string, () => new () => object> = {
  'a class without rules': () => class {},
  'a property without rules': () => {
    class Dto extends Part {
      more = 1;
    }
    return Dto;
  },
  'a property that may be anything': () => {
    class Dto {
      @Allow()
      name?: unknown;
    }
    return Dto;
  },
  'a getter': () => {
    class Dto {
      @IsString()
      get name() {
        return 'a';
      }
    }
    return Dto;
  },
  'a property that is given under another name': () => {
    class Dto extends Part {
      @Expose({ name: 'title' })
      declare name: string;
    }
    return Dto;
  },
  'a property that is left out': () => {
    class Dto extends Part {
      @Exclude()
      declare name: string;
    }
    return Dto;
  },
  'a transformation for one direction': () => {
    class Dto {
      @IsString()
      @Transform(({ value }) => `${String(value)}!`, { toClassOnly: true })
      name!: string;
    }
    return Dto;
  },
  'a conversion': () => {
    class Dto {
      @IsString()
      @Type(() => String)
      name!: string;
    }
    return Dto;
  },
  'a nested class without rules': () => {
    class Empty {}
    class Dto {
      @ValidateNested()
      @Type(() => Empty)
      name!: Empty;
    }
    return Dto;
  },
  'nested values of no class': () => {
    class Dto {
      @ValidateNested()
      name!: object;
    }
    return Dto;
  },
  'a class that is chosen by the value': () => {
    class Dto {
      @ValidateNested()
      @Type(() => Part, {
        discriminator: { property: 'kind', subTypes: [{ name: 'part', value: Part }] },
      })
      name!: Part;
    }
    return Dto;
  },
  'a class that holds itself': () => {
    class Dto {
      @IsOptional()
      @ValidateNested()
      @Type(() => Dto)
      name?: unknown;
    }
    return Dto;
  },
  'a rule with a condition of its own': () => {
    class Dto {
      @IsString({ validateIf: (_object, value) => value !== 1 })
      name!: unknown;
    }
    return Dto;
  },
};

test.each(Object.entries(others))('%s is left to class-validator', async (_title, make) => {
  const type = make();
  expect(rulesOf(type)).toBeUndefined();
  for (const value of [{}, { name: 'a' }, { name: 1 }, { name: part }, { title: 'a' }])
    expect(await sameBothWays(type, 'body', value)).not.toBe(quick);
});

test('a rule that answers later is left to class-validator', async () => {
  class Dto {
    @ValidateBy({ name: 'later', validator: { validate: async (value) => Promise.resolve(value === 'a') } })
    name!: string;
  }
  expect(await sameBothWays(Dto, 'body', { name: 'a' })).toBe('taken');
  expect(await sameBothWays(Dto, 'body', { name: 'b' })).toBe('refused');
});
