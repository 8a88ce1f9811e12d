export { fileMasterKey } from './file-master-key.js';
export { kmsMasterKey } from './kms-master-key.js';
export { masterKeyOf } from './master-key-of.js';
