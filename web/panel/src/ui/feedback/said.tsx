import { useEffect, useSyncExternalStore } from 'react';
import styles from './said.module.css';

const SHOWN_MS = 6_000;

interface Word {
  readonly text: string;
}
let word: Word | undefined;
const listeners = new Set<() => void>();

/** Tells in a few words what was done, also where it leads to another screen. */
export function say(text: string): void {
  change({ text });
}

function change(next: Word | undefined): void {
  word = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where `say` is read, and heard by screen readers. */
export function Said() {
  const said = useSyncExternalStore(subscribe, () => word);
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => change(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div role="status" className={styles.place}>
      {said && <p className={styles.word}>{said.text}</p>}
    </div>
  );
}
