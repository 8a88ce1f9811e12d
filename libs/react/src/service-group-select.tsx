import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useServiceGroups, type OfUser, type ServiceGroup } from './use-service-groups.js';

/** What the component says, in your language. */
export interface SelectTexts {
  label: string;
  /** While nothing is chosen. */
  choose: string;
  /** To go back to that, while something is chosen. */
  clear: string;
  loading: string;
  /** The user may enter none, or do it in none. */
  none: string;
  failed: string;
  tryAgain: string;
}

const ENGLISH: SelectTexts = {
  label: 'Service group',
  choose: 'Select a service group',
  clear: 'No service group',
  loading: 'Loading …',
  none: 'No service groups',
  failed: 'The service groups could not be loaded.',
  tryAgain: 'Try again',
};

export interface ServiceGroupSelectProps extends OfUser {
  /** The id of the service group that is chosen. Keep it where it belongs, such as in the URL. */
  value: string | undefined;
  /** Called with what the user chose, and with undefined when they clear it or what was chosen is not theirs any more. */
  onChange: (serviceGroup: ServiceGroup | undefined) => void;
  /** Some or all of them; those not given are English. */
  texts?: Partial<SelectTexts>;
  /** Of the element around it all. Nothing in it has a style of its own. */
  className?: string;
}

/**
 * "Select service group": a label and the browser's own `<select>`, which every keyboard, screen reader and phone knows. If the service
 * groups cannot be loaded it says so, with a button to try again, and keeps what it had.
 */
export function ServiceGroupSelect(props: ServiceGroupSelectProps): ReactNode {
  const { rollbook, accountId, userId, permission, value, onChange, className } = props;
  const texts = { ...ENGLISH, ...props.texts };
  const { serviceGroups, error, reload } = useServiceGroups({ rollbook, accountId, userId, permission });
  const id = useId();
  const chosen = serviceGroups?.find((each) => each.id === value);

  // An effect of its own, so that a new function in each rendering is no reason to call it.
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  const isLost = value !== undefined && serviceGroups !== undefined && chosen === undefined;
  useEffect(() => {
    if (isLost) latestOnChange.current(undefined);
  }, [isLost]);

  const empty =
    serviceGroups === undefined ? texts.loading : serviceGroups.length > 0 ? texts.choose : texts.none;
  return (
    <div className={className}>
      <label htmlFor={id}>{texts.label}</label>{' '}
      <select
        id={id}
        value={chosen?.id ?? ''}
        disabled={!serviceGroups?.length}
        onChange={(event) => onChange(serviceGroups?.find((each) => each.id === event.target.value))}
      >
        <option value="">
          {chosen ? texts.clear : serviceGroups === undefined && error ? texts.choose : empty}
        </option>
        {serviceGroups?.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p role="alert">
          {texts.failed}{' '}
          <button type="button" onClick={reload}>
            {texts.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}
