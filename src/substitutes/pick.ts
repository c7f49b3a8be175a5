// lodash's pick for ra-core, which names properties alone and no paths: the function for paths is eight times as long.
export { pick as default } from 'es-toolkit';
