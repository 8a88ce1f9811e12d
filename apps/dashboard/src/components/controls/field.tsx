import type { ComponentProps } from 'react';
import { useId, type ReactNode } from 'react';
import type { SelectProps } from './inputs.js';
import { Input, TextArea, Select, Checkbox } from './inputs.js';
import { classNames } from '../class-names.js';

interface Labelled {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends Labelled {
  /** Receives the attributes that link the control to its label, hint and error. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs wrap-anywhere text-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Labelled, Omit<ComponentProps<'input'>, 'onChange'> {
  value: string | undefined;
  onText: (text: string) => void;
}

export function TextField({ label, hint, error, onText, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => <Input {...input} {...control} onChange={({ target }) => onText(target.value)} />}
    </Field>
  );
}

interface TextAreaFieldProps extends Labelled, Omit<ComponentProps<'textarea'>, 'onChange'> {
  value: string;
  onText: (text: string) => void;
}

export function TextAreaField({ label, hint, error, onText, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => <TextArea {...area} {...control} onChange={({ target }) => onText(target.value)} />}
    </Field>
  );
}

export function SelectField<Value extends string>(props: Labelled & SelectProps<Value>) {
  const { label, hint, error, ...select } = props;
  return <Field {...{ label, hint, error }}>{(control) => <Select {...select} {...control} />}</Field>;
}

interface CheckFieldProps {
  label: string;
  checked: boolean;
  className?: string;
  onCheck: (checked: boolean) => void;
}

export function CheckField({ label, checked, className, onCheck }: CheckFieldProps) {
  return (
    <label className={classNames('flex items-center gap-2 text-sm', className)}>
      <Checkbox checked={checked} onChange={({ target }) => onCheck(target.checked)} />
      {label}
    </label>
  );
}
