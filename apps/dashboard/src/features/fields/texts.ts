import { formatNumber } from '../../components/data/numbers.js';

export const TEXTS = {
  role: 'Role',
  groups: 'Service groups',
  most: (most: number) => `At most ${formatNumber(most)} at once`,
};
