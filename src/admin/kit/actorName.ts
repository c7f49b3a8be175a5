// Who did something, as the server names them to this reader.
import { say } from '#src/words/say.ts';

export const actorName = (actor: string): string => (actor === 'You' ? say`You` : actor);
