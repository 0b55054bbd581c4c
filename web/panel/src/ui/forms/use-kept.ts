import { useState } from 'react';

/** State stored in this browser, for personal preferences; if it cannot be stored, it lasts until the reload. */
export function useKept<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] {
  const key = `guiche.${name}`;
  const [value, setValue] = useState<Value>(() => readKept<Value>(name) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // The browser stores nothing for this page: the choice lasts until the reload.
      }
    },
  ];
}

/** What is stored under a name; undefined: nothing. */
export function readKept<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(`guiche.${name}`);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}
