// Warns of preferred classes that do not say into which common class they convert, and of the consequence.
const list = new Intl.ListFormat('en', { type: 'conjunction' });

export function UnnamedConversions({ names, follows }: { names: unknown; follows: string }) {
  if (!Array.isArray(names) || names.length === 0) return null;
  const verbs = names.length === 1 ? ['does', 'it converts'] : ['do', 'they convert'];
  return (
    <p className="small err">
      {list.format(names.map(String))} {verbs[0]} not say into which common class {verbs[1]}, so {follows}. Edit{' '}
      {names.length === 1 ? 'that class' : 'those classes'} and choose “Converts to”.
    </p>
  );
}
