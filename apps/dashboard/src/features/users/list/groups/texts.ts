import { counted } from '../../../../components/data/numbers.js';

export const TEXTS = {
  none: 'None',
  /** By the status of a person: why they cannot enter what they are in. */
  off: {
    suspended: 'no service lets them in while they are suspended',
    invited: 'no service lets them in until they accept their invitation',
  } as Record<string, string | undefined>,
  all: (name: string) => `All service groups of ${name}`,
  groups: (count: number) => counted(count, 'group', 'groups'),
  /** There may be others. */
  more: '…',
};
