// What the sheet of answers prints: texts only, in the order of the page.

export interface AnswersPageText {
  readonly text: string;
  /** In the person's own language, not German: nobody has translated it. */ readonly isOwn: boolean;
}
export interface AnswersPage {
  readonly title: string;
  readonly praxis: {
    readonly name: string;
    readonly anschrift: string;
    readonly telefon: string;
    readonly mail: string;
  };
  readonly patient: {
    readonly name: string;
    readonly geburtsdatum: string;
    readonly patid: string;
  };
  readonly facts: readonly string[];
  /** What the person read (BCP 47): own words are set in it. */
  readonly language: string;
  /** Critical answers „Ja“ by kind, with what was said. */
  readonly important: readonly {
    readonly kind: string;
    readonly said: readonly { readonly text: string; readonly note: string }[];
  }[];
  /** Critical kinds that are not known. */
  readonly unsure: readonly {
    readonly kind: string;
    readonly state: string;
    readonly questions: readonly string[];
  }[];
  readonly notes: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly lines: readonly {
      readonly question: string;
      readonly isUnsure: boolean;
      readonly answers: readonly AnswersPageText[];
    }[];
    /** Questions answered „Nein“, and questions without an answer. */
    readonly no: readonly string[];
    readonly open: readonly string[];
  }[];
  /** Questions that were shown in other words than the form's own, with `how` (plain language, a language) in German. */
  readonly shown: readonly {
    readonly question: string;
    readonly how: string;
    readonly text: string;
    readonly language: string;
  }[];
  /** Answers that break a rule of the form. */
  readonly problems: number;
  readonly hasForm: boolean;
  /** ms UTC. */
  readonly createdAt: number;
  readonly footer: string;
}
