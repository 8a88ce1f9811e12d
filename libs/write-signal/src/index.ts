export { listenForWrites, type WriteListener } from './listener.js';
export { writeSignal, type WriteSignal } from './signal.js';
