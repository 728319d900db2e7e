// Page model of the answers sheet: texts only, in the order of the page.

export interface AnswersPageText {
  readonly text: string;
  /** In the person's own language, not German: it is not translated. */
  readonly isOwn: boolean;
}
export interface AnswersPage {
  readonly title: string;
  readonly praxis: {
    readonly name: string;
    readonly anschrift: string;
    readonly telefon: string;
    readonly mail: string;
    /** Data URL of a PNG; empty or absent: none. */
    readonly logo?: string;
  };
  readonly patient: {
    readonly name: string;
    readonly geburtsdatum: string;
    readonly patid: string;
  };
  readonly facts: readonly string[];
  /** Language the person read (BCP 47); free text is set in it. */
  readonly language: string;
  /** Its German name. */
  readonly languageName: string;
  /** Critical answers „Ja“ by kind, with the details given. */
  readonly important: readonly {
    readonly kind: string;
    readonly said: readonly { readonly text: string; readonly note: string }[];
  }[];
  /** Critical kinds with an unknown answer. */
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
  /**
   * Questions shown in a different wording than the form's own, with `how` (plain language, a
   * language) in German.
   */
  readonly shown: readonly {
    readonly question: string;
    readonly how: string;
    readonly text: string;
    readonly language: string;
  }[];
  /** Answers that violate a rule of the form. */
  readonly problems: number;
  readonly hasForm: boolean;
  /** ms UTC. */
  readonly createdAt: number;
  readonly footer: string;
}
