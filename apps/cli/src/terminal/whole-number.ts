import { InvalidArgumentError } from 'commander';

/** Reads an option's value. */
export const wholeNumberFrom =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
    return value;
  };

export const wholeNumber = wholeNumberFrom(1);
