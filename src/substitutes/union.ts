// lodash's union for ra-core, which passes arrays alone: the function for whatever is like an array is ten times as long.
export { union as default } from 'es-toolkit';
