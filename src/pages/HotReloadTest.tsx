// A developer page: state that should survive a hot reload.
import { useState } from 'react';
import { Card } from '../admin/kit/parts/Card.tsx';
import { PageHead } from '../admin/kit/parts/PageHead.tsx';
import styles from './HotReloadTest.module.css';

export default function HotReloadTest() {
  const [count, setCount] = useState(0);
  const [updatedAt, setUpdatedAt] = useState(() => new Date());
  const change = (next: number) => {
    setCount(next);
    setUpdatedAt(new Date());
  };
  return (
    <>
      <PageHead title="Hot Reload Test" about="Edit this file while it is open: the counter should keep its value." />
      <Card>
        <p className={styles.counter} aria-live="polite">
          Counter: <b className="tn">{count}</b>
        </p>
        <div className="acts">
          <button type="button" className="btn primary" onClick={() => change(count + 1)}>
            Increment
          </button>
          <button type="button" className="btn" onClick={() => change(0)}>
            Reset
          </button>
        </div>
        <p className={`small mut ${styles.counterTime}`}>Last updated: {updatedAt.toLocaleTimeString()}</p>
      </Card>
    </>
  );
}
