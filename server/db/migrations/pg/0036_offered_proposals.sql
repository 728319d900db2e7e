CREATE TABLE "vorschlag_angeboten" (
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "vorschlag_angeboten_cid_patid_tag_regel_zahn_pk" PRIMARY KEY("cid","patid","tag","regel","zahn")
);
--> statement-breakpoint
ALTER TABLE "abrechnung_einstellung" ADD COLUMN "kzv" jsonb;--> statement-breakpoint
ALTER TABLE "vorschlag" ADD COLUMN "offered_at" bigint;--> statement-breakpoint
CREATE INDEX "vorschlag_angeboten_at" ON "vorschlag_angeboten" USING btree ("cid","at");