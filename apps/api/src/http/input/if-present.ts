import { ValidateIf } from 'class-validator';

/** The field may be absent; unlike with `IsOptional`, null is still a value that must be right. */
export function IfPresent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
