export { listenOnLoopback, type LoopbackServer } from './loopback-server.js';
