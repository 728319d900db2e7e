CREATE TABLE "breach" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"aware_at" bigint NOT NULL,
	"text" text NOT NULL,
	"people" integer,
	"measures" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text NOT NULL,
	"reported_at" bigint,
	"informed_at" bigint,
	"rev" integer NOT NULL,
	"changed_at" bigint NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "breach_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "compliance_point" (
	"cid" text NOT NULL,
	"point" text NOT NULL,
	"state" text NOT NULL,
	"note" text NOT NULL,
	"next_day" text,
	"at" bigint NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "compliance_point_cid_point_pk" PRIMARY KEY("cid","point")
);
--> statement-breakpoint
CREATE TABLE "compliance_profile" (
	"cid" text NOT NULL,
	"people" integer NOT NULL,
	"has_large_devices" boolean NOT NULL,
	CONSTRAINT "compliance_profile_cid_pk" PRIMARY KEY("cid")
);
