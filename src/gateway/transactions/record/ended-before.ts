/** Thrown, so that nothing of a change is written, when the attempt or movement that it ends has ended before. */
export class EndedBefore extends Error {
  constructor(subject: string) {
    super(`${subject} was ended by somebody else`);
    this.name = 'EndedBefore';
  }
}
