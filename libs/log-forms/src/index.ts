export { writeBatch, type Batch } from './batch.js';
export { FORMS, rulesOf, secretHeaders, type Form, type FormRules } from './forms.js';
export { withoutPersonalData } from './personal-data.js';
