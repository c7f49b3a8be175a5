// Warns of preferred classes that do not say into which common class they convert, and of the consequence.
import { figuresLocale } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';

const list = new Intl.ListFormat(figuresLocale(), { type: 'conjunction' });

export function UnnamedConversions({ names, follows }: { names: unknown; follows: string }) {
  if (!Array.isArray(names) || names.length === 0) return null;
  const named = list.format(names.map(String));
  return (
    <p className="small err">
      {names.length === 1
        ? say`${named} does not say into which common class it converts, so ${follows}. Edit that class and choose “Converts to”.`
        : say`${named} do not say into which common class they convert, so ${follows}. Edit those classes and choose “Converts to”.`}
    </p>
  );
}
