// The name of a share class over its column, with its colour.
import styles from './capTable.module.css';

/** The swatch stays beside the first word when the name breaks. */
export function ClassHead({ name, colour }: { name: string; colour: string }) {
  const [first, ...others] = name.split(' ');
  return (
    <>
      <span className={styles.firstWord}>
        <span className="swatch mark" style={{ color: colour }} />
        {first}
      </span>
      {others.length > 0 && ` ${others.join(' ')}`}
    </>
  );
}
