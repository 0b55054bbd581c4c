import { type ChangeEvent, useState } from 'react';

type TextEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** The values of a form. They stay as typed when saving fails. */
export function useFields<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((before) => ({ ...before, [name]: value }));
  return {
    values,
    set,
    /** Props of a text field. */
    text: (name: { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values]) => ({
      value: values[name] as string,
      onChange: (event: TextEvent) => set(name, event.currentTarget.value as Values[typeof name]),
    }),
    /** Props of a switch. */
    flag: (name: { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values]) => ({
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set(name, event.currentTarget.checked as Values[typeof name]),
    }),
    /** Props of a field for an amount. */
    money: (name: { [Name in keyof Values]: null extends Values[Name] ? Name : never }[keyof Values]) => ({
      value: values[name] as number | null,
      onChange: (cents: number | null) => set(name, cents as Values[typeof name]),
    }),
    /** Props of a number field, whose value is an empty text while nothing is typed. */
    number: (name: { [Name in keyof Values]: number extends Values[Name] ? Name : never }[keyof Values]) => ({
      value: values[name] as string | number,
      onChange: (value: string | number) => set(name, value as Values[typeof name]),
    }),
  };
}

export type Fields<Values extends object> = ReturnType<typeof useFields<Values>>;
