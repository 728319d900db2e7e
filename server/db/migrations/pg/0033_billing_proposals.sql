CREATE TABLE "abrechnung_abgabe" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kzv" text NOT NULL,
	"bereich" text NOT NULL,
	"zeitraum" text NOT NULL,
	"mit_frueheren" boolean NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	"undone_by" text,
	"undone_at" bigint,
	CONSTRAINT "abrechnung_abgabe_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "abrechnung_einstellung" (
	"cid" text NOT NULL,
	"mit_vertretung" boolean NOT NULL,
	"mit_anderen_traegern" boolean NOT NULL,
	"schalter" jsonb NOT NULL,
	"schwellen" jsonb NOT NULL,
	"label_config" jsonb NOT NULL,
	"rev" integer NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "abrechnung_einstellung_cid_pk" PRIMARY KEY("cid")
);
--> statement-breakpoint
CREATE TABLE "abrechnungslabel" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "abrechnungslabel_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "abrechnungslabel_on" (
	"cid" text NOT NULL,
	"label_id" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "abrechnungslabel_on_cid_label_id_patid_tag_regel_zahn_pk" PRIMARY KEY("cid","label_id","patid","tag","regel","zahn")
);
--> statement-breakpoint
CREATE TABLE "eigene_regel" (
	"cid" text NOT NULL,
	"regel" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"eingabe" jsonb NOT NULL,
	"rev" integer NOT NULL,
	"test" jsonb,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "eigene_regel_cid_regel_version_pk" PRIMARY KEY("cid","regel","version")
);
--> statement-breakpoint
CREATE TABLE "regel_schalter" (
	"cid" text NOT NULL,
	"regel" text NOT NULL,
	"is_on" boolean NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "regel_schalter_cid_regel_pk" PRIMARY KEY("cid","regel")
);
--> statement-breakpoint
CREATE TABLE "vorschlag" (
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"state" text NOT NULL,
	"grund" text,
	"comment" text NOT NULL,
	"fund" jsonb NOT NULL,
	"regel_version" integer NOT NULL,
	"first_at" bigint NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	"rev" integer NOT NULL,
	CONSTRAINT "vorschlag_cid_patid_tag_regel_zahn_pk" PRIMARY KEY("cid","patid","tag","regel","zahn")
);
--> statement-breakpoint
CREATE TABLE "vorschlag_verlauf" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"rev" integer NOT NULL,
	"state" text NOT NULL,
	"grund" text,
	"comment" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "vorschlag_verlauf_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE INDEX "abrechnungslabel_on_day" ON "abrechnungslabel_on" USING btree ("cid","patid","tag");--> statement-breakpoint
CREATE INDEX "vorschlag_state" ON "vorschlag" USING btree ("cid","state");--> statement-breakpoint
CREATE INDEX "vorschlag_tag" ON "vorschlag" USING btree ("cid","tag");--> statement-breakpoint
CREATE INDEX "vorschlag_verlauf_day" ON "vorschlag_verlauf" USING btree ("cid","patid","tag");