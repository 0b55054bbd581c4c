import { useState } from 'react';

/** State stored in this browser, for personal preferences; if it cannot be stored, it lasts until the reload. */
export function useKept<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] {
  const key = `guiche.${name}`;
  const [value, setValue] = useState<Value>(() => read(key) ?? initial);
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

function read<Value>(key: string): Value | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}
