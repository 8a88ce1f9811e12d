import { NO_TERMS } from '../../groups/terms/terms.js';
import { keptWith } from '../draft/kept-with.js';

/** The end and the reason of a draft. */
export const termsStore = keptWith(NO_TERMS);

/** Whether those who are in already get the same end. */
export const sameEndStore = keptWith(false);
