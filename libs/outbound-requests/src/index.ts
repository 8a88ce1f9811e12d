export { isPublicAddress, mayBePublicHost } from './addresses.js';
export { AddressRefusedError, postTo, type PostAnswer, type PostOptions, type Resolve } from './post.js';
