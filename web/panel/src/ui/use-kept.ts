import { useState } from 'react';

/** State that this browser keeps, for what is a matter of taste; what cannot be kept still works until the reload. */
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
        // The browser keeps nothing for this page: the choice lasts as long as the page.
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
