export { writeBatch, type Batch } from './batch.js';
export { FORMS, rulesOf, secretHeaders, type Form, type FormRules } from './forms.js';
export {
  cutObjects,
  MAX_OBJECT_EVENTS,
  objectKey,
  writeObject,
  type FeedObject,
  type FeedPart,
} from './objects.js';
export { activityOf, OCSF_ROWS, OCSF_VERSION } from './ocsf-table.js';
export { withoutPersonalData } from './personal-data.js';
