// Under a box: how what is typed in it was understood, or that it was not. It stands over what follows, so that nothing moves while
// somebody types or when the box is left.
import styles from './typed.module.css';

export function Understood({ text, fault = null }: { text: string | null; fault?: string | null }) {
  return (
    <span className={fault ? `${styles.understood} ${styles.fault}` : styles.understood} aria-live="polite">
      {fault ?? text}
    </span>
  );
}
